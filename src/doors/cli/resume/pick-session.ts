import type { SessionInfo } from '../../../machine/sessions/index.ts';
import { takeSignals } from '../exit.ts';
import { createScreen } from '../screen.ts';
import { standardOutput } from '../standard-streams.ts';
import { createPicker } from './picker.ts';

/** The other screen of a terminal, without a cursor; and back. */
const ENTER = '\x1b[?1049h\x1b[?25l';
const LEAVE = '\x1b[?25h\x1b[?1049l';
const CLEAR = '\x1b[H\x1b[J';

/** Lets a person choose a session. Undefined if none was chosen. The terminal is as it was, however it ends. */
export async function pickSession(sessions: readonly SessionInfo[]): Promise<SessionInfo | undefined> {
  const picker = createPicker(sessions);
  const output = standardOutput();
  const { stdin } = process;
  const draw = () => {
    const lines = picker.lines(createScreen(), output.rows || 24);
    output.write(CLEAR + lines.join('\r\n'));
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  output.write(ENTER);
  output.on('resize', draw);
  try {
    draw();
    return await new Promise<SessionInfo | undefined>((resolve) => {
      takeSignals(() => resolve(undefined));
      stdin.on('end', () => resolve(undefined));
      stdin.on('data', (text: string) => {
        const chosen = picker.type(text);
        if (chosen === undefined) draw();
        else resolve(chosen === 'ended' ? undefined : chosen);
      });
    });
  } finally {
    output.off('resize', draw);
    stdin.removeAllListeners('data');
    stdin.removeAllListeners('end');
    stdin.pause();
    stdin.setRawMode(false);
    output.write(LEAVE);
  }
}
