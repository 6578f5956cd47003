/** A project's handle as it is looked up, however a caller wrote it. */
export const handleKey = (handle: string): string => handle.trim().replace(/\/+$/, '').toLowerCase();
