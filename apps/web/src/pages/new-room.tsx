import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { queries, useLabels } from '../base/queries.ts';
import { goTo } from '../base/router.tsx';
import { service } from '../base/service.ts';
import { Field, Select } from '../design/controls.tsx';
import { FormDialog } from '../design/form-dialog.tsx';
import { BinDaysField } from './bin-days-field.tsx';
import { binDaysProblem, USUAL_BIN_DAYS } from './bin-words.ts';
import { UNITS } from './rooms-data.ts';

export function NewRoom({ onClose }: Readonly<{ onClose: () => void }>): ReactNode {
  const labels = useLabels().data ?? [];
  const { effective_clearance: clearance } = useMyself();
  const highest = labels.findIndex(({ label }) => label === clearance);
  const allowed = labels.slice(0, highest + 1);
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setLabel] = useState('');
  const label = chosen || allowed[Math.min(1, allowed.length - 1)]?.label || '';
  const units = useQuery(UNITS);
  // Without a choice a room goes to the top, whether or not its maker sees the units.
  const places = (units.data ?? []).filter((one) => may(one, 'org_unit.place_rooms'));
  const [unit, setUnit] = useState('');
  const [binDays, setBinDays] = useState(String(USUAL_BIN_DAYS));
  const make = useMutation({
    mutationFn: () =>
      service.rooms.create({
        name: name.trim(),
        description: description.trim(),
        classification: label,
        bin_days: Number(binDays),
        ...(unit === '' ? {} : { org_unit_id: unit }),
      }),
    onSuccess: async (room) => {
      goTo(`/rooms/${room.id}`, { replace: true });
      await queries.invalidateQueries({ queryKey: ['rooms'] });
    },
  });
  return (
    <FormDialog
      title="New room"
      action="Make the room"
      work={make}
      onClose={onClose}
      isDisabled={binDaysProblem(binDays) !== undefined}
      isInAddress
    >
      <Field
        label="Name"
        field="name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={200}
        autoFocus
        placeholder="Project Falcon"
      />
      <Field label="Description" value={description} onChange={setDescription} lines maxLength={2000} />
      <Select
        label="Label"
        value={label}
        onChange={setLabel}
        options={allowed.map((known) => ({ id: known.label, name: `${known.label} ${known.name}` }))}
        hint="Only people cleared for this label can see the room. Single files can have a higher one."
      />
      <BinDaysField value={binDays} onChange={setBinDays} />
      {places.length > 1 && (
        <Select
          label="Org unit"
          value={unit || (places.find(({ parent_id: above }) => above === null)?.id ?? '')}
          onChange={setUnit}
          options={places.map((one) => ({ id: one.id, name: one.name }))}
        />
      )}
    </FormDialog>
  );
}
