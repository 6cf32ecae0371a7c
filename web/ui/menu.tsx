import { type KeyboardEvent, type ReactNode, type ToggleEvent, useId, useRef } from 'react';

/** A button that opens a list of choices, on the browser's own popover. Escape or a click elsewhere closes it. */
export function Menu({ button, className, label, children }: MenuProps) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);

  function place(event: ToggleEvent<HTMLDivElement>) {
    if (event.newState !== 'open' || !opener.current || !list.current) return;
    const { left, bottom, top } = opener.current.getBoundingClientRect();
    const { style } = list.current;
    style.maxHeight = '';
    const { offsetWidth, scrollHeight } = list.current;
    const [below, above] = [innerHeight - bottom - 14, top - 14];
    const isBelow = scrollHeight <= below || below >= above;
    style.maxHeight = `${isBelow ? below : above}px`;
    const { offsetHeight } = list.current;
    style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
    style.top = `${isBelow ? bottom + 6 : top - 6 - offsetHeight}px`;
    list.current.querySelector<HTMLElement>('button, a')?.focus();
  }

  function step(event: KeyboardEvent<HTMLDivElement>) {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (direction === undefined || !list.current) return;
    event.preventDefault();
    const choices = [...list.current.querySelectorAll<HTMLElement>('button, a')];
    const at = choices.findIndex((choice) => choice.matches(':focus'));
    choices[(at + direction + choices.length) % choices.length]?.focus();
  }

  return (
    <span className="menu-holder">
      <button
        ref={opener}
        type="button"
        className={className}
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
      >
        {button}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="menu"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onToggle={place}
        onKeyDown={step}
      >
        {children}
      </div>
    </span>
  );
}

interface MenuProps {
  button: ReactNode;
  className: string;
  label?: string | undefined;
  children: ReactNode;
}

/** One choice. Choosing closes the menu, unless several choices are possible. */
export function MenuItem({ onChoose, checked, isOneOfMany = false, children }: MenuItemProps) {
  const role = checked === undefined ? 'menuitem' : 'menuitemcheckbox';
  return (
    <button
      type="button"
      role={role}
      {...(checked !== undefined && { 'aria-checked': checked })}
      onClick={(event) => {
        if (!isOneOfMany) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onChoose();
      }}
    >
      {checked !== undefined && <span className="check">{checked ? '✓' : ''}</span>}
      {children}
    </button>
  );
}

interface MenuItemProps {
  onChoose: () => void;
  checked?: boolean | undefined;
  isOneOfMany?: boolean;
  children: ReactNode;
}
