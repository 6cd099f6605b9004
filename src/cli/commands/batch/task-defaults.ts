import type { BatchTask, TaskRead, TaskSource } from '../../../batch/batch-task.js';

/** What the command line gives each task; a task's own comes after it, or in its place. */
export type ForAllTasks = (tasks: TaskSource) => TaskSource;

export function forAllTasks({
  context,
  images,
}: {
  readonly context: BatchTask['context'] | undefined;
  readonly images: BatchTask['images'] | undefined;
}): ForAllTasks {
  if (context === undefined && images === undefined) return (tasks) => tasks;
  const withDefaults = (task: BatchTask): BatchTask => {
    const all = [...(images ?? []), ...(task.images ?? [])];
    return {
      ...task,
      ...(context === undefined ? {} : { context: { ...context, ...task.context } }),
      ...(all.length === 0 ? {} : { images: all }),
    };
  };
  return async function* (tasks): AsyncGenerator<TaskRead> {
    for await (const read of tasks) {
      yield read.kind === 'task' ? { kind: 'task', task: withDefaults(read.task) } : read;
    }
  };
}
