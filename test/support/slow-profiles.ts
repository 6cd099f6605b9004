import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PROFILES = ['.profile', '.bash_profile', '.bashrc', '.zshenv', '.zprofile', '.zshrc'];

/** Puts shell profiles into a home that leave a slow command in the background, as many a user's do. */
export function putSlowProfiles(home: string): void {
  for (const name of PROFILES) writeFileSync(join(home, name), 'sleep 60 &\n');
}
