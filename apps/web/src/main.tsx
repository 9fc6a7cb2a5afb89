import { createRoot } from 'react-dom/client';
import './design/tokens.css';
import './design/base.css';
import './base/theme.ts';
import { NeedsHttps } from './pages/needs-https.tsx';
import { App } from './shell/app.tsx';

const place = document.getElementById('app');
if (place !== null) createRoot(place).render(isSecureContext ? <App /> : <NeedsHttps />);
