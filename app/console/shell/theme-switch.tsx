'use client';

import { Check, Monitor, Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { Menu, MenuItem } from '../parts/menu.tsx';
import { applyTheme, currentTheme, type Theme, themes } from './theme.ts';

const looks = {
  system: { icon: Monitor, name: 'Same as the device' },
  light: { icon: Sun, name: 'Light' },
  dark: { icon: Moon, name: 'Dark' },
};

export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>('system');
  useEffect(() => setTheme(currentTheme()), []);
  const Icon = looks[theme].icon;
  return (
    <Menu
      align="start"
      trigger={
        <IconButton label="Theme">
          <Icon />
        </IconButton>
      }
    >
      {themes.map((choice) => (
        <MenuItem
          key={choice}
          icon={choice === theme ? Check : looks[choice].icon}
          onSelect={() => {
            applyTheme(choice);
            setTheme(choice);
          }}
        >
          {looks[choice].name}
        </MenuItem>
      ))}
    </Menu>
  );
}
