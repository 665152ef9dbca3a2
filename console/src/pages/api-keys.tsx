import { Page } from '../parts/page.tsx';

export function ApiKeysPage() {
  return <Page title="API keys">{null}</Page>;
}
