/** CPU time of another process, by the kernel's own account. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

let ticks = 0;

/** The numbers of `/proc/<pid>/stat` from its third field on. The name before them stands in brackets and may hold spaces. */
function fieldsOf(pid: number | string): readonly string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? [];
}

/** @returns ms of CPU that the process has used so far, of all its threads; Linux only */
export function cpuMs(pid: number): number {
  ticks ||= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
  const fields = fieldsOf(pid);
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks;
}

/** @returns the same of a process and of its children together, as far as they live */
export function familyCpuMs(pid: number): number {
  let sum = cpuMs(pid);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Number(fieldsOf(name)[1]) === pid) sum += cpuMs(Number(name));
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum;
}
