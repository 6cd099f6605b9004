import { classify } from '../outcome/classify.js';
import { detailOf } from '../outcome/detail.js';
import type { TurnEvidence } from '../outcome/evidence.js';
import type { Failure, Outcome } from '../outcome/outcome.js';
import { redactEvidence, redactOutcome } from '../outcome/redact/redact-outcome.js';
import type { OutcomeRules } from './resolve-outcome.js';

/** Returns the outcome of a turn without a schema: its final message is the answer, whatever it says. */
export function resolveTextOutcome(raw: TurnEvidence, rules: OutcomeRules): Outcome<string> {
  return redactOutcome(settled(redactEvidence(raw, rules.redact), rules), rules.redact);
}

function settled(evidence: TurnEvidence, rules: OutcomeRules): Outcome<string> {
  const verdict = classify(evidence, { schema: null, validate: false });
  const text = evidence.turn.message?.text ?? null;
  switch (verdict.kind) {
    case 'ok':
    case 'invalid_json':
    case 'invalid_structured_output':
    case 'schema_mismatch': {
      if (text === null) break;
      const accepted = { kind: 'ok', value: text, unsafeIntegers: 0, notes: [] } as const;
      return {
        ok: true,
        kind: 'ok',
        value: text,
        detail: detailOf(evidence, accepted, rules, rules.context),
      };
    }
  }
  return { ...verdict, detail: detailOf(evidence, verdict, rules, rules.context) } as Failure;
}
