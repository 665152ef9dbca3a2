import { Page } from '../parts/page.tsx';

export function LeadPage() {
  return <Page title="Lead">{null}</Page>;
}
