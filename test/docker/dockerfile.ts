/** One instruction of a Dockerfile: its keyword in capitals, its flags (`--from=build` is `{from: 'build'}`), the rest. */
export interface Step {
  readonly keyword: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly text: string;
  /** The rest as words: a JSON array's items, or what blanks part. */
  readonly words: readonly string[];
}

export interface Stage {
  readonly name: string;
  /** Another stage's name, or an image. */
  readonly from: string;
  readonly steps: readonly Step[];
}

function wordsOf(text: string): string[] {
  if (!text.startsWith('[')) return text.split(/\s+/).filter((word) => word !== '');
  const items: unknown = JSON.parse(text);
  return Array.isArray(items) ? items.map(String) : [];
}

/** Reads one logical line. */
function parseStep(line: string): Step {
  const [, keyword = '', flagText = '', text = ''] = /^(\w+)\s+((?:--\S+\s+)*)([\s\S]*)$/.exec(line) ?? [];
  const flags = flagText.split(/\s+/).flatMap((flag): [string, string][] => {
    const [, name, value = ''] = /^--([\w-]+)(?:=(.*))?$/.exec(flag) ?? [];
    return name === undefined ? [] : [[name, value]];
  });
  return { keyword: keyword.toUpperCase(), flags: Object.fromEntries(flags), text, words: wordsOf(text) };
}

/** The stages of a Dockerfile in their order. Source: the Dockerfile reference; no heredocs, no ARG, no ONBUILD. */
export function parseDockerfile(source: string): Stage[] {
  const lines = source.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  const logical = lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: { name: string; from: string; steps: Step[] }[] = [];
  for (const step of logical.map(parseStep)) {
    if (step.keyword === 'FROM') {
      const [from = '', , name = ''] = step.words;
      stages.push({ name, from, steps: [] });
    } else stages.at(-1)?.steps.push(step);
  }
  return stages;
}

/** All steps that make up a stage: those of the stages it builds on come first. */
export function stepsOf(stages: readonly Stage[], name: string): Step[] {
  const stage = stages.find((candidate) => candidate.name === name);
  return stage === undefined ? [] : [...stepsOf(stages, stage.from), ...stage.steps];
}

/** The variables that a stage sets. Values hold no blanks and no quotes here. */
export function environmentOf(steps: readonly Step[]): Record<string, string> {
  const pairs = steps.filter((step) => step.keyword === 'ENV').flatMap((step) => step.words);
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}
