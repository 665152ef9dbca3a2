import { Page } from '../parts/page.tsx';

export function LeadsPage() {
  return <Page title="Leads">{null}</Page>;
}
