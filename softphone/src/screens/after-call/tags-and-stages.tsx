import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { useShortcuts } from '@offhook/design/keys/use-shortcuts';
import { t } from '@offhook/i18n/phone';
import { type CSSProperties, useId } from 'react';
import { Button } from '../../components/buttons/button.tsx';
import { Content, Dock, Foot, Screen } from '../../components/frame/screen.tsx';
import { Kbd } from '../../components/keys/kbd.tsx';
import { tagButtons } from '../../core/screen/results/result-view.ts';
import { banner } from '../../core/screen/ringing/alerts.ts';
import { usePhone } from '../../phone-context.tsx';
import { Sending } from './sending.tsx';
import styles from './tags-and-stages.module.css';
import { WrapUpLead, WrapUpStatusBar } from './wrap-up.tsx';

const c = classes(styles);

export function TagsAndStages() {
  const { state, send } = usePhone();
  const titleId = useId();
  const { tags, disabled } = tagButtons(state);
  const choose = (key: string) => () => send({ type: 'tagChosen', key });
  const skip = () => send({ type: 'tagsSkipped' });
  useShortcuts({
    ...Object.fromEntries(
      tags.slice(0, 9).map(({ key }, index) => [String(index + 1), disabled ? null : choose(key)] as const),
    ),
    Escape: skip,
  });
  return (
    <Screen labelledBy={titleId} view="disposition2">
      <WrapUpStatusBar id={titleId} title={t('tags.title')} />
      <Content>
        <WrapUpLead />
        <div className={c('body')}>
          <Banner text={banner(state)} />
          {tags.map((tag, index) => (
            <button
              aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
              className={c('tag')}
              disabled={disabled}
              key={tag.id}
              onClick={choose(tag.key)}
              style={
                { '--tag-ground': tag.colors.background, '--tag-text': tag.colors.text } as CSSProperties
              }
              type="button"
            >
              <bdi className={c('label')}>{tag.name}</bdi>
              {index < 9 && <Kbd keys={[String(index + 1)]} />}
            </button>
          ))}
        </div>
      </Content>
      <Dock layout="whole">
        <Button aria-keyshortcuts="Escape" variant="quiet" onClick={skip}>
          {t('common.skip')}
        </Button>
      </Dock>
      <Foot kind="keys" layout="whole">
        {disabled ? <Sending /> : <Kbd keys={['Escape']} />}
      </Foot>
    </Screen>
  );
}
