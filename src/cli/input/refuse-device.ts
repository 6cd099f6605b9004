import { fstatSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * Refuses a device such as `/dev/zero` as an input that is read piece by piece: it never ends. Terminals and
 * `/dev/null` are accepted.
 *
 * @throws an error that says so
 */
export function refuseDevice(fd: number): void {
  // Windows does not have such devices.
  if (process.platform === 'win32') return;
  const stats = fstatSync(fd);
  const isDevice = stats.isBlockDevice() || stats.isCharacterDevice();
  if (isDevice && !isatty(fd) && stats.rdev !== statSync('/dev/null').rdev) {
    throw new Error('it is a device, not a file');
  }
}
