import type { z } from 'zod';
import { projectNamed } from '../../domain/audit/projectNamed.ts';
import type { BoundEngine } from '../../domain/engine.ts';
import { inputSchemaOf, type JsonObject, type OutputSchema, outputSchemaOf } from './jsonSchema.ts';
import { parseInput } from './params.ts';

export type Group = 'bootstrap' | 'discover' | 'read' | 'write' | 'reorganize' | 'scale';
export type Effect = 'read' | 'write' | 'destroy';

/** What differs between tools; the rest derives from it. */
export interface ToolFacts<I extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly group: Group;
  readonly effect: Effect;
  /** Whether calling it twice does no more than once. Reads and deletions always are. */
  readonly idempotent?: boolean;
  readonly needs?: 'memory';
  readonly description: string;
  readonly input: I;
  readonly output: z.ZodObject;
}

/** One engine call and its wording, for parsed arguments `P` and the engine's answer `R`. */
export interface ToolWork<P, R extends object> {
  run(engine: BoundEngine, input: P): Promise<R>;
  text(result: R, input: P): string;
  /** What a call takes from the rate's bucket beyond the one of every call. */
  extraCost?(input: P): number;
}

/** A call with its arguments read, ready to run once. */
export interface PreparedCall {
  readonly extraCost: number;
  /** The handle of the project that the arguments name, for the audit. */
  readonly project: string | undefined;
  run(engine: BoundEngine): Promise<{ readonly result: object; readonly text: string }>;
}

/** A tool as `tools/list` publishes it. Source: MCP 2025-06-18, Tool. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: OutputSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
}

export interface Tool {
  readonly name: string;
  readonly group: Group;
  readonly effect: Effect;
  readonly needs: 'memory' | undefined;
  readonly definition: ToolDefinition;
  /** The output schema that every answer of `run` keeps; held against answers by the tests. */
  readonly output: z.ZodObject;
  /** Throws `invalidArguments` where the arguments do not fit. */
  prepare(raw: unknown): PreparedCall;
}

/** Makes a tool whose arguments are read by `parse`, for those that do not take or leave them whole. */
export const toolWith = <I extends z.ZodObject, P, R extends object>(
  facts: ToolFacts<I>,
  parse: (raw: unknown, schema: JsonObject) => P,
  work: ToolWork<P, R>,
): Tool => {
  const { name, title, group, effect, needs, description } = facts;
  const inputSchema = inputSchemaOf(facts.input);
  return {
    name,
    group,
    effect,
    needs,
    output: facts.output,
    definition: {
      name,
      title,
      description,
      inputSchema,
      outputSchema: outputSchemaOf(facts.output),
      annotations: {
        title,
        readOnlyHint: effect === 'read',
        destructiveHint: effect === 'destroy',
        idempotentHint: effect !== 'write' || facts.idempotent === true,
        openWorldHint: false,
      },
    },
    prepare: (raw) => {
      const input = parse(raw, inputSchema);
      return {
        extraCost: work.extraCost?.(input) ?? 0,
        project: projectNamed(input),
        run: async (engine) => {
          const result = await work.run(engine, input);
          return { result, text: work.text(result, input) };
        },
      };
    },
  };
};

/** Makes a tool whose arguments are what its input schema says. */
export const defineTool = <I extends z.ZodObject, R extends object>(
  tool: ToolFacts<I> & ToolWork<z.output<I>, R>,
): Tool => toolWith(tool, (raw, schema) => parseInput(tool.input, schema, raw), tool);
