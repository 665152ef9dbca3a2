import { Page } from '../parts/page.tsx';

export function AuditLogPage() {
  return <Page title="Audit log">{null}</Page>;
}
