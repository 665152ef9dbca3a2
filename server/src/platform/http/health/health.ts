/** Whether the server can do its work: each part says so for itself. */
export interface Health {
  /** @param fault what to say when it is not ready; its name unless given */
  add(part: string, isReady: () => boolean | Promise<boolean>, fault?: string): void;
  /** Of each part, whether it is ready. One that does not answer in time is not; who asks meanwhile gets the same. */
  parts(): Promise<Readonly<Record<string, boolean>>>;
  /** What the first part that is not ready says; `null`: all are ready. */
  missing(): Promise<string | null>;
}

/** What health and readiness say of a disk that has no room left. */
export const DISK_FULL = 'disk full';

const PATIENCE_MS = 1_500;

export function createHealth(): Health {
  const added: [string, () => boolean | Promise<boolean>][] = [];
  const faults = new Map<string, string>();
  let looking: Promise<Readonly<Record<string, boolean>>> | null = null;

  async function look(): Promise<Readonly<Record<string, boolean>>> {
    const answers = added.map(async ([part, isReady]) => [part, await withinPatience(isReady)] as const);
    return Object.fromEntries(await Promise.all(answers));
  }

  const parts = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    add(part, isReady, fault = part) {
      added.push([part, isReady]);
      faults.set(part, fault);
    },
    parts,
    async missing() {
      const answers = Object.entries(await parts());
      const part = answers.find(([, isReady]) => !isReady)?.[0];
      return part === undefined ? null : (faults.get(part) ?? part);
    },
  };
}

async function withinPatience(isReady: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([isReady(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
