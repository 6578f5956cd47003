import { z } from 'zod';

const noteIds = z.array(z.string().min(1).max(100)).min(1).max(500).optional();
const all = z.literal(true).optional();
const handle = z.string().min(1).max(200);

/** A query parameter that a form may also send empty, which is as good as absent. */
export const parameter = z
  .string()
  .max(1_000)
  .optional()
  .transform((value) => (value === '' ? undefined : value));

export const wholeNumber = parameter.pipe(
  z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform(Number)
    .optional(),
);

export const trashQuery = z.strictObject({
  q: parameter,
  project: parameter,
  limit: wholeNumber,
  cursor: parameter,
});

export const trashRestoreBody = z.strictObject({
  noteIds,
  all,
  onConflict: z.enum(['fail', 'rename']).optional(),
  toProject: handle.optional(),
});

export const trashPurgeBody = z.strictObject({ noteIds, all, confirm: z.int().min(0) });

export const tokensQuery = z.strictObject({ user: parameter });

export const tokenCreateBody = z.strictObject({
  user: z.string().min(1).max(200).optional(),
  label: z.string().min(1).max(200),
  scope: z.enum(['read', 'write', 'admin']),
  projects: z.array(handle).max(1_000).optional(),
  tools: z.array(z.string().min(1).max(100)).max(100).optional(),
  memory: z.boolean().optional(),
  databaseTools: z.boolean().optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  ratePerMinute: z.int().min(0).max(1_000_000).optional(),
});

export const tokenRotateBody = z.strictObject({ overlapSeconds: z.int().min(0).max(2_592_000).optional() });
