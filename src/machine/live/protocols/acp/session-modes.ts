import { type Fields, fieldsOf, listOf, textOf } from '../fields.ts';

/** The modes of a session, as it lists them: in a list of their own, or as an option. */
export interface SessionModes {
  listed: string[];
  current: string | undefined;
  /** True if the mode is set as an option. */
  isOption: boolean;
}

export function modesOf(session: Fields): SessionModes {
  const modes = fieldsOf(session.modes);
  const listed = listOf(modes.availableModes).flatMap((mode) => textOf(fieldsOf(mode).id) ?? []);
  if (listed.length > 0) return { listed, current: textOf(modes.currentModeId), isOption: false };
  const option = optionNamed(session.configOptions, 'mode');
  const values = listOf(option?.options).flatMap((value) => textOf(fieldsOf(value).value) ?? []);
  return { listed: values, current: textOf(option?.currentValue), isOption: values.length > 0 };
}

/** The value of an option, where the session has it. */
export function optionValue(session: Fields, id: string): string | undefined {
  return textOf(optionNamed(session.configOptions, id)?.currentValue);
}

function optionNamed(options: unknown, id: string): Fields | undefined {
  return listOf(options)
    .map(fieldsOf)
    .find((option) => option.id === id);
}
