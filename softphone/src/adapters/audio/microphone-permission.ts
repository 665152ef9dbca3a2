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
