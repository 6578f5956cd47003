import { z } from 'zod';

/** The part of JSON Schema that arguments and answers use. */
export interface SchemaNode {
  readonly type?: string | readonly string[] | undefined;
  readonly properties?: { readonly [name: string]: SchemaNode } | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaNode | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  readonly [keyword: string]: unknown;
}

export const schemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), schemaNode).optional(),
    required: z.array(z.string()).optional(),
    items: schemaNode.optional(),
    anyOf: z.array(schemaNode).optional(),
  }),
);

const range = (low: unknown, high: unknown, unit: string): string[] => {
  if (low === undefined && high === undefined) return [];
  if (low === undefined) return [`at most ${high}${unit}`];
  if (high === undefined) return [`at least ${low}${unit}`];
  return low === high ? [`exactly ${low}${unit}`] : [`${low} to ${high}${unit}`];
};

const limits = (node: SchemaNode): string =>
  [
    ...range(node.minLength, node.maxLength, ' characters'),
    ...range(node.minimum, node.maximum, ''),
    ...range(node.minItems, node.maxItems, ' items'),
  ]
    .map((limit) => `, ${limit}`)
    .join('');

/** A node's type in a few words, limits included: `string, 1 to 200 characters`. */
export const typeText = (node: SchemaNode): string => {
  if (node.anyOf !== undefined) return node.anyOf.map(typeText).join(' or ');
  if (Array.isArray(node.enum)) return node.enum.map((value) => `\`${value}\``).join(', ');
  if (node.const !== undefined) return `\`${String(node.const)}\``;
  const names = [node.type ?? 'any value'].flat();
  const words = names.map((name) => (name === 'array' ? `list of ${typeText(node.items ?? {})}` : name));
  return `${words.join(' or ')}${limits(node)}`;
};

const propertiesOf = (node: SchemaNode): [string, SchemaNode, boolean][] =>
  Object.entries(node.properties ?? {}).map(([name, child]) => [
    name,
    child,
    node.required?.includes(name) === true,
  ]);

/** One row an argument, those inside objects and lists by their path: name, type with limits, description. */
export const argumentRows = (schema: SchemaNode, prefix = ''): string[][] =>
  propertiesOf(schema).flatMap(([name, child, required]) => {
    const path = `${prefix}${name}`;
    const { description } = child;
    const row = [
      `\`${path}${required ? '' : '?'}\``,
      typeText(child).replaceAll('|', '\\|'),
      typeof description === 'string' ? description.replaceAll('|', '\\|') : '',
    ];
    const inner =
      child.type === 'array'
        ? argumentRows(child.items ?? {}, `${path}[].`)
        : argumentRows(child, `${path}.`);
    return [row, ...inner];
  });

const fieldText = (name: string, node: SchemaNode, required: boolean): string => {
  const mark = required ? '' : '?';
  const shape = node.anyOf?.find((one) => one.type !== 'null') ?? node;
  const isNullable = [node, ...(node.anyOf ?? [])].some(({ type }) => [type].flat().includes('null'));
  const orNull = isNullable ? ' or null' : '';
  if (shape.type === 'array') return `${name}[]${mark}${fieldsText(shape.items ?? {})}${orNull}`;
  return `${name}${mark}${fieldsText(shape)}${orNull}`;
};

const fieldsText = (node: SchemaNode): string => {
  const fields = propertiesOf(node).map(([name, child, required]) => fieldText(name, child, required));
  return fields.length === 0 ? '' : ` {${fields.join(', ')}}`;
};

/** The fields of an answer on one line: `` `{noteId, results[] {index, status}, nextCursor?}` ``. */
export const resultText = (schema: SchemaNode): string => `\`${fieldsText(schema).trim()}\``;
