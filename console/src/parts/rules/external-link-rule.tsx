import { t } from '@offhook/i18n/console';
import type { RulesForm } from '../../core/forms/rules-form.ts';
import { Card } from '../cards/card.tsx';
import type { Fields } from '../forms/fields.ts';
import { SwitchRow } from '../forms/switch-row.tsx';

export function ExternalLinkRule({ flag }: Fields<RulesForm>) {
  return (
    <Card title={t('externalLinks.title')}>
      <SwitchRow
        {...flag('external_links')}
        description={t('rules.externalLinks.hint')}
        label={t('rules.externalLinks')}
      />
    </Card>
  );
}
