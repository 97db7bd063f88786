import { PLACE_KEY } from '../data/place.ts';

declare global {
  interface Window {
    /** Actions on the page from before its scripts ran. `end` stops collecting them. */
    proofmailEarly?: { acts: (EarlyKey | HTMLElement)[]; end: () => void };
  }
}

type EarlyKey = Pick<KeyboardEventInit, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * A script that runs while the first response is parsed, before the page is visible. A tab in a workspace other than the one
 * that the session used last stays blank, because the server does not know the tab; the console then loads its own data
 * (seeded.tsx). Keys and clicks on a page whose scripts are still loading are kept for them.
 * @param place the place of the first response; null if it has no data, so that there is nothing to hide or click yet
 */
export const firstScript = (place: string | null | undefined): string =>
  `(function(){
${
  place === null
    ? ''
    : `var p=sessionStorage.getItem('${PLACE_KEY}');
if(p&&p!==${JSON.stringify(place ?? null).replaceAll('<', '\\u003c')})document.documentElement.dataset.elsewhere='';`
}
var acts=[];
function key(e){
if(!e.isTrusted||e.altKey||!/^([^ ]|Enter|Escape)$/.test(e.key))return;
var on=e.target.closest&&e.target.closest('a,button,input,textarea,select');
if(on&&(e.key==='Enter'||/^(TEXTAREA|SELECT)$/.test(on.tagName)||on.tagName==='INPUT'&&on.type!=='checkbox'))return;
if(e.ctrlKey||e.metaKey){if(e.key.toLowerCase()!=='k')return}
e.preventDefault();
acts.push({key:e.key,ctrlKey:e.ctrlKey,metaKey:e.metaKey,shiftKey:e.shiftKey});
}
function click(e){
if(!e.isTrusted)return;
var on=e.target.closest&&e.target.closest('button,input[type=checkbox]');
if(!on)return;
e.preventDefault();
acts.push(on);
}
addEventListener('keydown',key,true);
${place === null ? '' : `addEventListener('click',click,true);`}
window.proofmailEarly={acts:acts,end:function(){removeEventListener('keydown',key,true);removeEventListener('click',click,true)}};
})()`.replaceAll('\n', '');

/** Replays the actions from before the scripts ran, in order. */
export async function replayEarly(): Promise<void> {
  const early = window.proofmailEarly;
  if (!early) return;
  delete window.proofmailEarly;
  // Each action is finished before the next one.
  for (let act = early.acts.shift(); act; act = early.acts.shift()) {
    if (act instanceof HTMLElement) act.click();
    else
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { ...act, bubbles: true, cancelable: true }),
      );
    await new Promise((resolve) => setTimeout(resolve));
  }
  early.end();
}
