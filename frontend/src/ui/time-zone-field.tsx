import { Combobox, Field, makeStyles, Option } from '@fluentui/react-components';
import { type KeyboardEvent, useState } from 'react';
import { formatNumber } from '../lib/format.ts';
import { ownTimeZone, searchTimeZones, timeZoneLabel, timeZones } from '../lib/time-zones.ts';

const useStyles = makeStyles({
  // Fluent gives it the width of an average label, which can be wider than a phone.
  box: { minWidth: 0, width: '100%' },
  list: { maxHeight: '320px' },
});

/** More are not looked through: the search narrows them. */
const maxShown = 50;

type Props = { value: string; onChange: (timeZone: string) => void; error?: string | undefined };

/** A time zone, searched by city, by IANA's name or by offset. */
export function TimeZoneField({ value, onChange, error }: Props) {
  const styles = useStyles();
  const [zones] = useState(() => timeZones(new Date(), value, ownTimeZone()));
  /** What is being typed; null while nothing is. */
  const [search, setSearch] = useState<string | null>(null);
  const [isMoved, setMoved] = useState(false);
  // Fluent opens the list by a key alone, not for what is pasted or dictated.
  const [isOpen, setOpen] = useState(false);
  const chosen = zones.find(({ name }) => name === value);
  const label = chosen ? timeZoneLabel(chosen) : value;
  const found = search === null ? zones : searchTimeZones(zones, search);
  const shown = search === null ? zones : found.slice(0, maxShown);
  const choose = (name: string) => {
    onChange(name);
    setSearch(null);
    setOpen(false);
  };
  // Until an arrow is pressed, Enter takes what the search found first: Fluent would take what it had marked before.
  const takesFirst = search !== null && !isMoved;
  const chooseByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key.startsWith('Arrow')) setMoved(true);
    if (event.key !== 'Enter' || !takesFirst) return;
    event.preventDefault();
    if (found[0]) choose(found[0].name);
  };
  return (
    <Field
      label="Time zone"
      hint="Search by city, name or offset: Berlin, America/New_York, UTC+5:30"
      validationMessage={error}
    >
      <Combobox
        className={styles.box}
        input={{ className: styles.box }}
        listbox={{ className: styles.list }}
        value={search ?? label}
        selectedOptions={[value]}
        open={isOpen}
        onOpenChange={(_, data) => setOpen(data.open)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setSearch(event.target.value);
          setMoved(false);
          setOpen(true);
        }}
        onOptionSelect={(event, { optionValue }) => {
          // An emptied field is told as a choice of nothing.
          const isTaken = takesFirst && event.type === 'keydown';
          if (optionValue !== undefined && !isTaken) choose(optionValue);
        }}
        onKeyDown={chooseByKey}
        onBlur={() => setSearch(null)}
      >
        {shown.map((zone) => (
          <Option key={zone.name} value={zone.name} text={timeZoneLabel(zone)}>
            {timeZoneLabel(zone)}
          </Option>
        ))}
        {found.length === 0 && (
          <Option key="none" value="" text="" disabled>
            No time zone found
          </Option>
        )}
        {found.length > shown.length && (
          <Option key="more" value="" text="" disabled>
            {`${formatNumber(found.length - shown.length)} more. Type to narrow the list.`}
          </Option>
        )}
      </Combobox>
    </Field>
  );
}
