import { readTasks, type TaskInput } from '../../../batch/input/read-tasks.js';
import { SeenIds } from '../../../batch/input/seen-ids.js';
import { parseTemplate, type Template } from '../../../batch/input/template.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import type { FileGuard } from '../../files/file-guard.js';
import type { CliIo } from '../../io.js';
import { UsageError } from '../../usage-error.js';
import { expandGlob } from './guard-task-files.js';
import { openTasks } from './open-tasks.js';

/**
 * The ids that the results of an input have; null where none is named.
 *
 * @param guard - is shown the files that are tasks
 */
export async function expectedTasks(
  flags: ParsedFlags,
  io: CliIo,
  guard: FileGuard,
): Promise<AsyncIterable<{ readonly id: string; readonly index: number }> | null> {
  const file = flags.text('tasks');
  if (file === undefined && flags.list('glob') === undefined) return null;
  const { input } = await openTasks(file, flags, io, anyTask());
  return idsOf(input, guard);
}

/** A second task with an id has its result under another, as `batch` names it. */
async function* idsOf(input: TaskInput, guard: FileGuard): AsyncGenerator<{ id: string; index: number }> {
  const reads = readTasks(input.kind === 'files' ? await expandGlob(input, guard) : input);
  const seen = new SeenIds();
  for await (const read of reads) {
    const { id, index } = read.kind === 'task' ? read.task : read.invalid;
    let own = id;
    if (!seen.add(own)) {
      own = `${id}#${index}`;
      while (!seen.add(own)) own += '#';
    }
    yield { id: own, index };
  }
}

/** What a task is asked does not matter, only its id. */
function anyTask(): Template {
  const template = parseTemplate('{{.}}');
  if ('problem' in template) throw new UsageError(template.problem);
  return template;
}
