import { z } from 'zod';

/** The part of JSON Schema that tool schemas use: flat, each node with one type. */
export interface JsonNode {
  readonly type?: string;
  readonly properties?: { readonly [name: string]: JsonNode };
  readonly required?: readonly string[];
  readonly items?: JsonNode;
  readonly [keyword: string]: unknown;
}

export interface JsonObject extends JsonNode {
  readonly type: 'object';
}

const node: z.ZodType<JsonNode> = z.lazy(() =>
  z.looseObject({
    type: z.string().exactOptional(),
    properties: z.record(z.string(), node).exactOptional(),
    required: z.array(z.string()).exactOptional(),
    items: node.exactOptional(),
  }),
);

const lean = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

/** The input schema as agents see it: no `$schema`, no bounds that only repeat what a JSON number can hold. */
export const inputSchemaOf = (schema: z.ZodObject): JsonObject => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', override: lean });
  return { ...node.parse(rest), type: 'object' };
};

/** An output schema: what agents see, nothing that this program reads. */
export interface OutputSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/**
 * The output schema. Nothing is required at the root and `error` is always allowed, since some clients hold a
 * refusal's structured content against it too.
 */
export const outputSchemaOf = (schema: z.ZodObject): OutputSchema => {
  const open = schema.partial().extend({ error: z.looseObject({}).optional() });
  const { $schema: _dialect, ...rest } = z.toJSONSchema(open, { io: 'input', override: lean });
  return { ...rest, type: 'object' };
};
