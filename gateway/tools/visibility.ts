import type { Actor } from '../../domain/actor.ts';
import type { Tool } from './tool.ts';

export type ToolRights = ReadonlySet<'read' | 'write' | 'memory'>;

/** Whether a tool exists for this actor: the effect allowed somewhere, memory where it needs it, and the token's list. */
export const isVisible = (tool: Tool, actor: Actor, rights: ToolRights): boolean => {
  if (!rights.has(tool.effect === 'read' ? 'read' : 'write')) return false;
  if (tool.needs === 'memory' && !rights.has('memory')) return false;
  const allowed = actor.token?.tools ?? null;
  return allowed === null || allowed.includes(tool.name);
};
