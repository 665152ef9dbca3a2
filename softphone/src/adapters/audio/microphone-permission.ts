export function watchMicrophonePermission(
  permissions: Pick<Permissions, 'query'> | undefined,
  onPermission: (denied: boolean) => void,
): void {
  // Not every browser supports this query; then the first call shows whether access is denied.
  permissions?.query({ name: 'microphone' as PermissionName }).then(
    (status) => {
      const report = () => onPermission(status.state === 'denied');
      status.onchange = report;
      report();
    },
    () => {},
  );
}

/** False if the browser doesn't know. */
export async function isMicrophoneGranted(
  permissions: Pick<Permissions, 'query'> | undefined,
): Promise<boolean> {
  try {
    const status = await permissions?.query({ name: 'microphone' as PermissionName });
    return status?.state === 'granted';
  } catch {
    return false;
  }
}
