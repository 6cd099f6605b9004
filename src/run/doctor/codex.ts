import { isInstallation } from '../../codex/find.js';
import { type Answers, isCodex } from './answers.js';
import { type DoctorContext, type Finding, ok, problem, sentences } from './check.js';

const INSTALL = "Install it with 'npm install -g @openai/codex', or set its path with --codex-path.";

/** Checks whether codex is found, where, and whether the program is codex. */
export async function checkCodex({ codex }: DoctorContext, answers: Answers): Promise<Finding> {
  if (!isInstallation(codex)) {
    const searched = codex.kind === 'codex_not_found' ? codex.searched : [];
    const [summary, ...rest] = sentences(codex.message);
    const advice = rest.length > 0 ? rest.join(' ') : INSTALL;
    return problem(summary ?? codex.message, advice, { searched });
  }
  const { path, foundAt } = codex;
  const details = { path, foundAt };
  const login = answers.login();
  const version = await answers.version();
  if (version.isCodex || isCodex(await login)) {
    return ok(`codex is at ${path} (found by ${foundAt}).`, details);
  }
  return problem(
    `${path} (found by ${foundAt}) does not work as codex: '--version' ${version.reason}.`,
    'Reinstall codex, or set the path of another one with --codex-path.',
    details,
  );
}
