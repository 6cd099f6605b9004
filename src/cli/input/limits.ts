/** codex takes a prompt of 1,048,576 characters; an endless input must not be read until memory is full. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024;

export const MAX_INPUT_MIB = `${MAX_INPUT_BYTES / 1024 ** 2} MiB`;
