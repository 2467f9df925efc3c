// The pictures that tools/pictures.py takes: the page's own art, laid out for an icon and for a link's preview.

import "@fontsource-variable/nunito/index.css";
import "../src/app.css";
import { mount } from "svelte";
import Pictures from "./Pictures.svelte";

mount(Pictures, { target: document.getElementById("page")! });
