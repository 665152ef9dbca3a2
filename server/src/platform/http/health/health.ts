export interface Health {
  /** @param fault defaults to the name */
  add(part: string, isReady: () => boolean | Promise<boolean>, fault?: string): void;
  /** A component that times out isn't ready. Concurrent callers share one check. */
  components(): Promise<Readonly<Record<string, boolean>>>;
  firstFault(): Promise<string | null>;
}

export const DISK_FULL = 'disk full';

const CHECK_TIMEOUT_MS = 1_500;

export function createHealth(): Health {
  const added: [string, () => boolean | Promise<boolean>][] = [];
  const faults = new Map<string, string>();
  let checking: Promise<Readonly<Record<string, boolean>>> | null = null;

  async function check(): Promise<Readonly<Record<string, boolean>>> {
    const answers = added.map(async ([part, isReady]) => [part, await withTimeout(isReady)] as const);
    return Object.fromEntries(await Promise.all(answers));
  }

  const components = () => {
    checking ??= check().finally(() => {
      checking = null;
    });
    return checking;
  };
  return {
    add(part, isReady, fault = part) {
      added.push([part, isReady]);
      faults.set(part, fault);
    },
    components,
    async firstFault() {
      const answers = Object.entries(await components());
      const part = answers.find(([, isReady]) => !isReady)?.[0];
      return part === undefined ? null : (faults.get(part) ?? part);
    },
  };
}

async function withTimeout(isReady: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([isReady(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
