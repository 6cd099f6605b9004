import { canonicalJson } from '../json/canonical.js';
import type { JsonValue } from '../json/value.js';
import { completed, message } from './replies.js';
import type { ModelRequest, Reply, ResponsesScript } from './responses-script.js';

/** Said where a turn has no schema (the first of two steps). */
const WITHOUT_SCHEMA = 'This is a rehearsal: no work was done.';

/**
 * Answers each model request by the schema that it carries, for a provider that many runs share. Answers are
 * put in and taken out as runs with their schemas come and go.
 */
export class AnswersBySchema implements ResponsesScript {
  readonly name = 'answers-by-schema';
  readonly #answers = new Map<string, { readonly text: string; users: number }>();

  constructor(private readonly delayMs = 0) {}

  /** From now on requests with this wire schema get this wire value; until the returned function is called. */
  put(wireSchema: JsonValue, answer: JsonValue): () => void {
    const key = canonicalJson(wireSchema);
    const entry = this.#answers.get(key) ?? { text: JSON.stringify(answer), users: 0 };
    entry.users += 1;
    this.#answers.set(key, entry);
    return () => {
      entry.users -= 1;
      if (entry.users === 0) this.#answers.delete(key);
    };
  }

  replyTo({ body }: ModelRequest): Reply {
    const reply = completed(message(this.#textFor(schemaOf(body))));
    return this.delayMs > 0 ? { ...reply, delayMs: this.delayMs } : reply;
  }

  #textFor(schema: JsonValue | undefined): string {
    if (schema === undefined) return WITHOUT_SCHEMA;
    return this.#answers.get(canonicalJson(schema))?.text ?? WITHOUT_SCHEMA;
  }
}

function schemaOf(body: ModelRequest['body']): JsonValue | undefined {
  const { text } = body as { readonly text?: { readonly format?: { readonly schema?: JsonValue } } };
  return text?.format?.schema;
}
