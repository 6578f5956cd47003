import type { Context } from '../context.ts';
import { isVisible, placeOf } from '../notes/place.ts';
import { type Resolution, resolveLinks, type Target, targetKey } from '../notes/resolveLinks.ts';
import type { EdgeRow, NotePlace, SpaceRecord } from '../ports.ts';
import type { LinkRef } from '../text/links.ts';
import { namesOf } from './names.ts';
import type { Step } from './step.ts';

interface LinkReport {
  readonly warnings: readonly string[];
  readonly open: number;
  readonly ambiguous: number;
}

/** At most so many warnings a note; the rest is counted. */
const warningsListed = 100;

/** Writes the edges of changed notes and binds those that waited for a note that now is there. */
export async function writeLinks(
  context: Context,
  space: SpaceRecord,
  steps: readonly Step[],
): Promise<ReadonlyMap<number, LinkReport>> {
  const { edges } = context.stores;
  const rewritten = steps.filter(
    (step) => step.derived !== null && (step.change.note === null || step.row.hash !== step.change.note.hash),
  );
  const old = rewritten.filter((step) => step.change.note !== null).map((step) => step.seq);
  // A resolved edge keeps its note while its text stays, whatever else is called so by now.
  const bound = new Map<string, number>();
  for (const edge of old.length > 0 ? await edges.ofNotes(old) : [])
    if (edge.toSeq !== null) bound.set(`${edge.noteSeq} ${edge.form} ${edge.target}`, edge.toSeq);
  const links = rewritten.flatMap((step) =>
    (step.derived?.facts.links ?? []).map((link, ordinal) => ({ step, link, ordinal })),
  );
  const unbound = links.filter(({ step, link }) => !bound.has(`${step.seq} ${link.kind} ${link.target}`));
  const projectPaths = projectPathsOf(context);
  const spaces = spacesFor(context, space);
  const resolved = await resolveLinks(
    context.stores,
    spaces,
    unbound.map(({ step, link }) => targetOf(step, link, projectPaths)),
    (note) => isVisible(context, note),
  );
  const resolutions = new Map(unbound.map((each, index) => [each.link, resolved[index] ?? open]));
  await edges.replace(
    old,
    links.map(({ step, link, ordinal }): EdgeRow => {
      const resolution = resolutions.get(link);
      return {
        noteSeq: step.seq,
        spaceId: space.id,
        ordinal,
        relation: link.relation,
        target: link.target,
        targetKey: targetKey(link.target),
        label: link.label,
        form: link.kind,
        toSeq:
          bound.get(`${step.seq} ${link.kind} ${link.target}`) ??
          (resolution?.kind === 'found' && mayLink(context, space, resolution.note)
            ? resolution.note.seq
            : null),
      };
    }),
  );
  await bindWaiting(context, space, steps, projectPaths);
  return reports(context, links, resolutions);
}

const open: Resolution = { kind: 'open' };

/** Team notes link inside their space; a personal note may also lead to team notes its owner can read. */
function spacesFor(context: Context, space: SpaceRecord): number[] {
  if (space.kind === 'team') return [space.id];
  return [...new Set([space.id, ...[...context.access.projects.values()].map((project) => project.spaceId)])];
}

const mayLink = (context: Context, space: SpaceRecord, note: NotePlace): boolean =>
  note.spaceId === space.id || isVisible(context, note);

function projectPathsOf(context: Context): ReadonlyMap<string, string> {
  return new Map([...context.access.projects.values()].map((project) => [project.id, project.folderPath]));
}

const targetOf = (step: Step, link: LinkRef, projectPaths: ReadonlyMap<string, string>): Target => ({
  target: link.target,
  form: link.kind,
  folderPath: step.place.folderPath,
  projectPath: projectPaths.get(step.place.projectId ?? '') ?? '/',
});

async function bindWaiting(
  context: Context,
  space: SpaceRecord,
  steps: readonly Step[],
  projectPaths: ReadonlyMap<string, string>,
): Promise<void> {
  const { edges, notes } = context.stores;
  const keys = new Set(steps.flatMap((step) => namesOf(step).map((name) => name.key)));
  if (keys.size === 0) return;
  const waiting = await edges.unresolved([space.id], [...keys]);
  if (waiting.length === 0) return;
  const writers = new Map(
    (await notes.bySeqs([...new Set(waiting.map((edge) => edge.noteSeq))])).map((note) => [note.seq, note]),
  );
  const found = await resolveLinks(
    context.stores,
    [space.id],
    waiting.map((edge) => {
      const writer = writers.get(edge.noteSeq);
      return {
        target: edge.target,
        form: edge.form,
        folderPath: writer?.folderPath ?? '/',
        projectPath: projectPaths.get(writer?.projectId ?? '') ?? '/',
      };
    }),
  );
  await edges.bind(
    waiting.flatMap((edge, index) => {
      const resolution = found[index];
      return resolution?.kind === 'found' ? [{ id: edge.id, toSeq: resolution.note.seq }] : [];
    }),
  );
}

function reports(
  context: Context,
  links: readonly { step: Step; link: LinkRef }[],
  resolutions: ReadonlyMap<LinkRef, Resolution>,
): ReadonlyMap<number, LinkReport> {
  const bySeq = new Map<number, { warnings: string[]; open: number; ambiguous: number }>();
  for (const { step, link } of links) {
    const resolution = resolutions.get(link);
    if (!resolution) continue;
    const report = bySeq.get(step.seq) ?? { warnings: [], open: 0, ambiguous: 0 };
    bySeq.set(step.seq, report);
    const target = JSON.stringify(link.target.slice(0, 200));
    const seen = candidatesOf(resolution).filter((note) => isVisible(context, note));
    if (resolution.kind === 'ambiguous' && seen.length > 1) {
      report.ambiguous += 1;
      const list = seen
        .slice(0, 5)
        .map((note) => `${note.id} ${JSON.stringify(placeOf(context, note).path)}`);
      report.warnings.push(`Link ${target} is ambiguous: ${list.join(', ')}.`);
    } else if (resolution.kind === 'open' || seen.length === 0) {
      report.open += 1;
      report.warnings.push(`Link ${target} leads to no note yet.`);
    }
  }
  for (const report of bySeq.values()) {
    const more = report.warnings.length - warningsListed;
    if (more > 0)
      report.warnings.splice(warningsListed, more, `${more} more links of this note are open or ambiguous.`);
  }
  return bySeq;
}

const candidatesOf = (resolution: Resolution): readonly NotePlace[] =>
  resolution.kind === 'found'
    ? [resolution.note]
    : resolution.kind === 'ambiguous'
      ? resolution.candidates
      : [];
