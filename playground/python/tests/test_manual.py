"""The examples of the manual run."""

from pathlib import Path


CHAPTER = Path(__file__).parents[2] / "docs" / "src" / "python.md"


def test_examples_of_the_chapter_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    blocks = CHAPTER.read_text(encoding="utf-8").split("```python\n")[1:]
    names = {}
    for block in blocks:
        exec(compile(block.split("```")[0], CHAPTER.name, "exec"), names)
    assert len(blocks) == 3 and names["many"].shape == (10, 64, 64)
