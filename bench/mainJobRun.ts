export async function mainJobRun(_args: readonly string[]): Promise<void> {}
