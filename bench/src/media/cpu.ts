/** CPU time of another process, by the kernel's own account. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

let ticks = 0;

/** @returns ms of CPU that the process has used so far, of all its threads; Linux only */
export function cpuMs(pid: number): number {
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  // The command's name stands in brackets and may hold spaces; the fields are counted after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
}
