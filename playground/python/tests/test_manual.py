"""The examples of the manual and the notebook run."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

CHAPTER = Path(__file__).parents[2] / "docs" / "src" / "python.md"


def test_examples_of_the_chapter_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = CHAPTER.read_text(encoding="utf-8").split("```python\n")[1:]
    names = {}
    for block in blocks:
        exec(compile(block.split("```")[0], CHAPTER.name, "exec"), names)
    assert len(blocks) == 3 and names["many"].shape == (10, 64, 64)


def test_tour_runs(tmp_path):
    notebook = nbformat.read(Path(__file__).with_name("tour.ipynb"), as_version=4)
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": tmp_path}}).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    outputs = [output for cell in code for output in cell.outputs]
    assert len(outputs) == len(code), "each cell shows something, and nothing warns"
    assert "image/png" in outputs[0].data and "text/html" in outputs[1].data
    assert any("equal=True" in output.get("data", {}).get("text/plain", "") for output in outputs)
