import type { Answer } from '../answer.ts';
import { firstRows, lines, quoteShort } from '../results.ts';

const list = (names: readonly string[] | null): string => {
  if (names === null) return 'all';
  return names.length === 0 ? 'none' : names.map(quoteShort).join(', ');
};

export const whoamiText = (me: Answer<'whoami'>): string => {
  const { restrictions, capabilities, limits } = me;
  const token =
    me.tokenId === null
      ? 'no token'
      : `token ${me.tokenId} ${quoteShort(me.label ?? '')}, ${me.expiresAt === null ? 'no expiry' : `until ${me.expiresAt}`}`;
  return lines(
    `User ${quoteShort(me.user.name)}, locale ${me.user.locale}; ${token}; scope ${me.scope}; server ${me.version}.`,
    `Allowed: projects ${list(restrictions.projects)}; tools ${list(restrictions.tools)}; memory ${restrictions.memory ? 'yes' : 'no'}.`,
    firstRows(
      me.projects,
      ({ handle, role, canWrite }) =>
        `- ${quoteShort(handle)}: ${role}, ${canWrite ? 'may write' : 'read only'}`,
    ),
    `Semantic search ${capabilities.vector ? 'on' : 'off'} (${capabilities.embedder}); trash ${capabilities.trash ? 'on' : 'off'}; revisions ${capabilities.revisions ? 'on' : 'off'}.`,
    `Limits: note ${limits.noteBytes} bytes; ${limits.batchNotes} notes, ${limits.batchLinks} links, ${limits.batchMoves} moves a call.`,
  );
};
