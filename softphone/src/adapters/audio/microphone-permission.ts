export function watchMicrophonePermission(
  permissions: Pick<Permissions, 'query'> | undefined,
  onPermission: (denied: boolean) => void,
): void {
  // Not every browser supports this query; the first call then finds out.
  permissions?.query({ name: 'microphone' as PermissionName }).then(
    (status) => {
      const report = () => onPermission(status.state === 'denied');
      status.onchange = report;
      report();
    },
    () => {},
  );
}
