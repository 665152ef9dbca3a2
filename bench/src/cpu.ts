/** CPU time of another process, from /proc. Linux only. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

let ticksPerSecond = 0;

/** The fields of `/proc/<pid>/stat` after the second, which is a name in parentheses that may contain spaces. */
function statFields(pid: number | string): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
}

export function cpuMs(pid: number): number {
  ticksPerSecond ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const fields = statFields(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

export function cpuMsWithChildren(pid: number): number {
  let sum = cpuMs(pid);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Number(statFields(name)[1]) === pid) sum += cpuMs(Number(name));
    } catch {
      // The process has ended.
    }
  }
  return sum;
}
