/** The handle of the project that a call's input names, as it stands there. */
export function projectNamed(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const named: unknown = Reflect.get(input, 'project');
  return typeof named === 'string' ? named : undefined;
}
