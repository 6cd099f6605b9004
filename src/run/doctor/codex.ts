import { isInstallation } from '../../codex/find.js';
import { type DoctorContext, type Finding, ok, problem, sentences } from './check.js';

/** Checks whether codex is found, and where. */
export function checkCodex({ codex }: DoctorContext): Finding {
  if (isInstallation(codex)) {
    const { path, foundAt } = codex;
    return ok(`codex is at ${path} (found by ${foundAt}).`, { path, foundAt });
  }
  const searched = codex.kind === 'codex_not_found' ? codex.searched : [];
  const [summary, ...rest] = sentences(codex.message);
  const advice =
    rest.length > 0
      ? rest.join(' ')
      : "Install it with 'npm install -g @openai/codex', or set its path with --codex-path.";
  return problem(summary ?? codex.message, advice, { searched });
}
