/** The commands of `npm run test:image`, for each builder. */

/** A folder that every Debian image has. */
export const SOCKETS = '/mnt';

export const BUILDERS = ['docker', 'podman', 'buildah'];

/** Succeeds only if the builder works: `docker` is often installed without its daemon. */
export const probe = (builder) => [builder, 'info'];

/**
 * @param {string} builder
 * @param {{tag: string, base?: string}} image `base` replaces the base image of the Dockerfile
 */
export function buildCommand(builder, { tag, base }) {
  const verb = builder === 'buildah' ? ['build', '--format', 'docker'] : ['build'];
  return [builder, ...verb, '--tag', tag, ...(base ? ['--build-arg', `BASE_IMAGE=${base}`] : []), '.'];
}

/**
 * The process of the command gets the signals, and exits with the program's code. The program is on the machine's
 * network and finds `sockets`, the folder of PostgreSQL's socket, at `SOCKETS`.
 * @param {string} builder
 * @param {{tag: string, command: readonly string[], env: Record<string, string>, sockets: string, settings?: ImageSettings, mounted?: string}} program
 *   buildah needs the image's settings and the folder where it's mounted
 * @typedef {{User?: string, WorkingDir: string, Env: string[]}} ImageSettings
 */
export function runCommand(builder, { tag, command, env, sockets, settings, mounted }) {
  if (builder === 'buildah') return chrootCommand({ command, env, sockets, settings, mounted });
  return [
    ...[builder, 'run', '--rm', '--read-only', '--network', 'host'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--volume', `${sockets}:${SOCKETS}:ro`],
    ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    tag,
    ...command,
  ];
}

/** `buildah run` has no read-only root and forwards no signals. Each command becomes the next, so signals reach the program. */
const READ_ONLY_ROOT = [
  'mount --bind "$0" "$0"',
  'mount -o remount,bind,ro "$0"',
  'mount -t tmpfs -o mode=1777 tmpfs "$0/data"',
  'mount -t proc proc "$0/proc"',
  'mount --rbind /dev "$0/dev"',
  `mount --bind "$1" "$0${SOCKETS}"`,
  'shift',
  'exec chroot "$@"',
].join(' && ');

function chrootCommand({ command, env, sockets, settings, mounted }) {
  const variables = [...settings.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  return [
    ...['unshare', '--mount', 'sh', '-c', READ_ONLY_ROOT, mounted, sockets],
    ...[`--userspec=${settings.User || 'root'}`, mounted],
    ...['env', `--chdir=${settings.WorkingDir}`, '-i', ...variables, ...command],
  ];
}

/** A line of JSON with which a program says that it's ready. @param {string} line @returns {number | null} its port */
export function readyPort(line) {
  const [, port] = /^\{"ready":.*"port":(\d+)/.exec(line) ?? [];
  return port ? Number(port) : null;
}
