import { canonicalJson } from '../json/canonical.js';
import { jsonText } from '../json/exact.js';
import type { JsonValue } from '../json/value.js';
import { completed, message } from './replies.js';
import type { ModelRequest, Reply, ResponsesScript } from './responses-script.js';

/** The answer to a turn without a schema (the first of two steps). */
const WITHOUT_SCHEMA = 'This is a rehearsal: no work was done.';

/**
 * Answers each model request by its schema, for a provider that many runs share. Runs add and remove the answers of
 * their schemas.
 */
export class AnswersBySchema implements ResponsesScript {
  readonly name = 'answers-by-schema';
  readonly #answers = new Map<string, { readonly text: string; users: number }>();

  constructor(private readonly delayMs = 0) {}

  /** Answers requests that have this wire schema with this wire value, until the returned function is called. */
  put(wireSchema: JsonValue, answer: JsonValue): () => void {
    const key = canonicalJson(wireSchema);
    const entry = this.#answers.get(key) ?? { text: jsonText(answer), users: 0 };
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
