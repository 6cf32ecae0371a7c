import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLive } from './api/live.ts';
import { App } from './app.tsx';
import { startKeyboard } from './keyboard.ts';
import { startRouter } from './router.ts';
import { loadHello } from './stores/hello.ts';
import { startOverview } from './stores/overview.ts';
import { applyPreferences } from './stores/preferences.ts';
import { startRuns } from './stores/runs.ts';
import { startWaitingNotices } from './stores/waiting-notices.ts';
import { ViewerTexts } from './text/viewer-texts.tsx';
import './styles/fonts.css';
import '../src/doors/react/styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/controls.css';
import './styles/sessions.css';
import './styles/session-row.css';
import './styles/ghosts.css';
import './styles/transcript.css';
import './styles/ruler.css';
import './styles/outline.css';
import '../src/doors/react/styles/rows.css';
import '../src/doors/react/styles/row-content.css';
import '../src/doors/react/styles/prose.css';
import '../src/doors/react/styles/code.css';
import './styles/inspector.css';
import './styles/panels.css';
import './styles/search.css';
import './styles/work.css';
import './styles/run.css';
import './styles/run-question.css';
import './styles/time.css';
import './styles/compare.css';
import './styles/menus.css';
import './styles/dialogs.css';
import './styles/states.css';
import './styles/narrow.css';
import './styles/narrow-transcript.css';
import './styles/print.css';

const OVERVIEW_MS = 100;

applyPreferences();
startRouter();
startKeyboard();
void loadHello();
startRuns();
startWaitingNotices();
startLive();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ViewerTexts>
        <App />
      </ViewerTexts>
    </StrictMode>,
  );
}
// The frame's own figures come after the page's: three requests fewer before there is something to read.
setTimeout(startOverview, OVERVIEW_MS);
