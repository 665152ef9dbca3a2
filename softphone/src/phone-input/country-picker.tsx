import { classes } from '@offhook/design/classes';
import { Icon } from '@offhook/design/icons/icon.tsx';
import expandMore from '@offhook/design/icons/keyboard_arrow_down.svg?raw';
import { t } from '@offhook/i18n/phone';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Country, CountryList } from './countries.ts';
import styles from './phone-input.module.css';
import { closedPicker, openPicker, placeList, pressKey } from './picker.ts';

const c = classes(styles);

interface Props {
  readonly list: CountryList;
  readonly chosen: Country | null;
  readonly onChoose: (country: Country) => void;
}

/** A select-only combobox: it keeps the focus, and `aria-activedescendant` names the highlighted option. */
export function CountryPicker({ list, chosen, onChoose }: Props) {
  const [picker, setPicker] = useState(closedPicker);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const { countries } = list;
  const selected = chosen ? countries.indexOf(chosen) : -1;
  const { open, highlighted } = picker;
  const optionId = (index: number) => `${listId}-${index}`;

  const choose = (index: number) => {
    setPicker(closedPicker);
    const country = countries[index];
    if (country) onChoose(country);
  };

  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, altKey, metaKey, timeStamp: at } = event;
    const modified = ctrlKey || altKey || metaKey;
    const names = countries.map(({ name }) => name);
    const step = pressKey(picker, { key, modified, at }, names, selected);
    if (step.handled) {
      event.preventDefault();
      // Keeps the panel and the phone from handling the key too.
      event.stopPropagation();
    }
    if (step.chosen !== null) choose(step.chosen);
    else setPicker(step.picker);
  };

  return (
    <div className={c('picker')}>
      <button
        aria-activedescendant={open ? optionId(highlighted) : undefined}
        aria-controls={listId}
        aria-expanded={open}
        aria-haspopup="listbox"
        aria-label={t('person.country')}
        className={c('country')}
        onBlur={() => setPicker(closedPicker)}
        onClick={() => setPicker(open ? closedPicker : openPicker(selected))}
        onKeyDown={press}
        ref={button}
        role="combobox"
        type="button"
      >
        <span aria-hidden="true">{chosen?.code}</span>
        <span className="visually-hidden">{chosen && `${chosen.name} ${chosen.dialCode}`}</span>
        <Icon size={18} svg={expandMore} />
      </button>
      {open && (
        <Options
          countries={countries}
          highlighted={highlighted}
          id={listId}
          onChoose={choose}
          onLeave={(target) => {
            // A click on the button toggles the list itself.
            if (!button.current?.contains(target)) setPicker(closedPicker);
          }}
          onPoint={(index) => setPicker({ ...picker, highlighted: index })}
          optionId={optionId}
          preferredCount={list.preferredCount}
          selected={selected}
        />
      )}
    </div>
  );
}

interface OptionsProps {
  readonly id: string;
  readonly optionId: (index: number) => string;
  readonly countries: readonly Country[];
  readonly preferredCount: number;
  readonly highlighted: number;
  readonly selected: number;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (index: number) => void;
  readonly onLeave: (target: Node) => void;
}

/** In the top layer, so that scrolling panels don't clip it. */
function Options(props: OptionsProps) {
  const { id, optionId, countries, preferredCount, highlighted, selected, onPoint, onChoose, onLeave } =
    props;
  const list = useRef<HTMLDivElement>(null);
  const latestOnLeave = useRef(onLeave);
  useEffect(() => {
    latestOnLeave.current = onLeave;
  });

  useLayoutEffect(() => {
    const element = list.current;
    const field = element?.parentElement?.parentElement;
    if (!element || !field) return;
    const place = () => {
      const { top, bottom, left: start, width } = field.getBoundingClientRect();
      const { side, height } = placeList({ top, bottom, windowHeight: innerHeight });
      element.dataset['side'] = side;
      element.style.setProperty('--height', `${height}px`);
      element.style.setProperty('--start', `${start}px`);
      element.style.setProperty('--width', `${width}px`);
      element.style.setProperty('--edge', `${side === 'below' ? bottom : innerHeight - top}px`);
    };
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !element.contains(target)) latestOnLeave.current(target);
    };
    element.showPopover();
    place();
    addEventListener('resize', place);
    document.addEventListener('scroll', place, true);
    document.addEventListener('pointerdown', leave, true);
    return () => {
      removeEventListener('resize', place);
      document.removeEventListener('scroll', place, true);
      document.removeEventListener('pointerdown', leave, true);
    };
  }, []);

  useLayoutEffect(() => {
    const element = list.current;
    const option = element?.children[highlighted];
    if (!element || !(option instanceof HTMLElement)) return;
    const { offsetTop, offsetHeight } = option;
    const lowest = offsetTop + offsetHeight - element.clientHeight;
    element.scrollTop = Math.min(offsetTop, Math.max(lowest, element.scrollTop));
  }, [highlighted]);

  return (
    <div
      aria-label={t('person.country')}
      className={c('list')}
      id={id}
      // Keeps the focus on the combobox.
      onMouseDown={(event) => event.preventDefault()}
      popover="manual"
      ref={list}
      role="listbox"
    >
      {countries.map(({ code, name, dialCode }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox keeps the focus and handles the keys
        <div
          aria-selected={index === selected}
          className={c(
            'option',
            index === highlighted && 'highlighted',
            index === preferredCount - 1 && index < countries.length - 1 && 'lastPreferred',
          )}
          id={optionId(index)}
          key={code}
          onClick={() => onChoose(index)}
          onPointerMove={() => {
            if (index !== highlighted) onPoint(index);
          }}
          role="option"
          tabIndex={-1}
        >
          <span className={c('name')}>{name}</span>
          <span className={c('code')} dir="ltr">
            {dialCode}
          </span>
        </div>
      ))}
    </div>
  );
}
